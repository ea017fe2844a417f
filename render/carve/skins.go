package carve

import "tafl3d/scene"

// Materials of boards other than the woods of the tafl boards.
var (
	cherry = species{early: hex(0xc8935f), late: hex(0x9a6038), pore: hex(0x55301a), ring: 0.12, contrast: 0.65,
		pores: 0.15, fleck: 0.2, rough: 0.5, coat: 0.18}
	maple = species{early: hex(0xb99f76), late: hex(0x9f845c), pore: hex(0x84683f), ring: 0.16, contrast: 0.55,
		pores: 0.12, fleck: 0.35, rough: 0.5, coat: 0.15}
	teak = species{early: hex(0xbd8a5a), late: hex(0x8c5a34), pore: hex(0x4a2a14), ring: 0.1, contrast: 0.75,
		pores: 0.35, rough: 0.5, coat: 0.2}
	paleAsh = species{early: hex(0xb39b74), late: hex(0x8d7450), pore: hex(0x73593a), ring: 0.16, contrast: 0.8,
		pores: 0.5, rough: 0.6, coat: 0.06}
	birchDark = species{early: hex(0x6b4c2c), late: hex(0x45301c), pore: hex(0x22150b), ring: 0.12, contrast: 0.6,
		pores: 0.1, fleck: 0.3, rough: 0.5, coat: 0.18}
	birchBark = species{early: hex(0xa98a5c), late: hex(0x86683f), pore: hex(0x553a22), ring: 0.12, contrast: 0.5,
		pores: 0.1, fleck: 0.4, rough: 0.54, coat: 0.12}
	tarred = species{early: hex(0x3a291d), late: hex(0x241912), pore: hex(0x0e0906), ring: 0.14, contrast: 0.8,
		pores: 0.3, rough: 0.42, coat: 0.3}
	saddle = species{early: hex(0x6e4526), late: hex(0x4c2d17), pore: hex(0x24140a), rough: 0.55, coat: 0.16,
		skin: hide, is: Hide}
	vellum = species{early: hex(0xb8a27a), late: hex(0x9f8760), pore: hex(0x7a5f3c), rough: 0.7, coat: 0.03,
		skin: parchment, is: Hide}
	leather = species{early: hex(0xcb9a68), late: hex(0x9f6d40), pore: hex(0x54301a), rough: 0.6, coat: 0.1,
		skin: hide, is: Hide}
	sandstone = species{early: hex(0xb89c82), late: hex(0x93785f), pore: hex(0x5e4838), rough: 0.82,
		skin: stone, is: Stone}
	slate = species{early: hex(0x504d4d), late: hex(0x343335), pore: hex(0x1f1f20), rough: 0.72,
		skin: stone, is: Stone}
)

// Substance is the acoustic material of a board.
type Substance uint8

// Substances.
const (
	Wood Substance = iota
	Stone
	Hide // leather and parchment
)

// Of returns the material of the field of a stage's board.
func Of(st scene.Stage, o Options) Substance {
	if st.Board == nil {
		return Wood
	}
	return layOut(st, o).look.wood.is
}

// hide is tanned leather: clouds of colour, a fine pebbled grain and some creases.
func hide(s *species, n *noise, u, v float32) grain {
	cloud := n.sum(u*0.5, v*0.5)
	pebble := n.at(u*13, v*13)*0.6 + n.at(u*29+7, v*29)*0.4
	crease := ramp(0.09, 0, abs(n.at(u*0.9+30, v*0.9)+0.25*n.at(u*5, v*5))) * ramp(0, 0.5, n.at(u*0.4, v*0.4+60))
	deep := clamp(-pebble) * 0.5
	c := mixed(s.early, s.late, clamp(0.42+0.5*cloud+0.22*pebble))
	return grain{mixed(c, s.pore, 0.35*deep+0.3*crease), 0.007*pebble - 0.008*crease, deep}
}

// stone is a sawn slab: beds of sand, specks and some chips.
func stone(s *species, n *noise, u, v float32) grain {
	bed := n.sum(u*0.25+0.3*n.at(u*0.2, v*0.2), v*1.1)
	sand := n.at(u*31, v*31)*0.5 + n.at(u*67+3, v*67)*0.5
	chip := ramp(0.62, 0.85, n.at(u*3.7+80, v*3.7)) * ramp(0.1, 0.5, n.at(u*11, v*11+20))
	speck := ramp(0.55, 0.8, n.at(u*19+40, v*19))
	c := mixed(s.early, s.late, clamp(0.45+0.38*bed+0.22*sand))
	return grain{mixed(c, s.pore, 0.45*speck+0.25*chip), 0.002*sand - 0.01*chip, speck}
}

// parchment is scraped skin: pale clouds, faint veins and hair follicles.
func parchment(s *species, n *noise, u, v float32) grain {
	cloud := n.sum(u*0.3, v*0.3)
	vein := ramp(0.05, 0, abs(n.at(u*0.55+0.6*n.at(u*1.7, v*1.7), v*0.55+7)))
	nap := n.at(u*47, v*47)*0.5 + n.at(u*23+9, v*23)*0.5
	hair := ramp(0.72, 0.9, n.at(u*15+50, v*15))
	c := mixed(s.early, s.late, clamp(0.4+0.55*cloud+0.12*nap))
	return grain{mixed(c, s.pore, 0.16*vein+0.22*hair), 0.0016*nap - 0.001*vein, 0.3 * hair}
}
