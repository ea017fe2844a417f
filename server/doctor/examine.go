package doctor

import "context"

// Examine does all checks, in an order in which a fault explains later ones.
func (o Options) Examine(ctx context.Context) (all []Finding) {
	parts :=
		[]func(context.Context) []Finding{o.name, o.port, o.certificate, o.clock, o.folder, o.files, o.brokers,
			o.database, o.standby}
	for _, part := range parts {
		ctx, cancel := context.WithTimeout(ctx, checkTime)
		all = append(all, part(ctx)...)
		cancel()
	}
	return all
}
