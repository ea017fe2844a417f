package render

// resolvePass resolves multisampling.
type resolvePass struct{}

func newResolvePass(*painter) (pass, error) { return resolvePass{}, nil }

func (resolvePass) draw(p *painter, f *frame) error {
	p.uncut()
	for _, a := range f.areas {
		p.target.resolve(a)
	}
	return nil
}

func (resolvePass) dispose() {}
