package web

import (
	"encoding/json"
	"fmt"
	"net/http"
	"time"
)

// robots tells search engines which pages are for people who play, and change all the time.
const robots = `User-agent: *
Disallow: /v1/
Disallow: /play
Disallow: /i/
Disallow: /offline
Disallow: /games/*/frames
Disallow: /games/*/played
Disallow: /games/*/review.json
Disallow: /games/*/board
Disallow: /games/*/record/
`

// securityLasts is how long a copy of security.txt is valid.
const securityLasts = 90 * 24 * time.Hour

// WellKnown serves files at addresses that other programs know: robots.txt, security.txt (RFC 9116), the manifest and
// the icons. contact is the address for reports about security; without one there is no security.txt. It returns s.
func (s *Site) WellKnown(contact string) *Site {
	s.mux.HandleFunc("GET /robots.txt", func(w http.ResponseWriter, r *http.Request) {
		sendText(w, r, "text/plain; charset=utf-8", []byte(robots))
	})
	if contact != "" {
		s.mux.HandleFunc("GET /.well-known/security.txt", func(w http.ResponseWriter, r *http.Request) {
			text := fmt.Sprintf("Contact: %s\nExpires: %s\nCanonical: https://%s/.well-known/security.txt\n", contact,
				time.Now().Add(securityLasts).UTC().Truncate(time.Hour).Format(time.RFC3339), s.host)
			sendText(w, r, "text/plain; charset=utf-8", []byte(text))
		})
	}
	s.mux.HandleFunc("GET /manifest.webmanifest", s.manifest)
	for path, file := range map[string]string{"/apple-touch-icon.png": "icon-180.png", "/favicon.ico": "icon-192.png"} {
		s.mux.HandleFunc("GET "+path, func(w http.ResponseWriter, r *http.Request) {
			data, _ := readStatic(file) // embedded, no error
			sendText(w, r, types[".png"], data)
		})
	}
	return s
}

// sendText sends a file that is at the same address for ever, so that it is asked for again after a day.
func sendText(w http.ResponseWriter, r *http.Request, kind string, data []byte) {
	w.Header().Set("Content-Type", kind)
	send(w, r, http.StatusOK, data, "public, max-age=86400")
}

// manifestIcon is an icon in a web manifest.
type manifestIcon struct {
	Src     string `json:"src"`
	Type    string `json:"type"`
	Sizes   string `json:"sizes"`
	Purpose string `json:"purpose,omitempty"`
}

// manifest sends the web manifest, by which browsers install the pages like a program.
func (s *Site) manifest(w http.ResponseWriter, r *http.Request) {
	icon := func(file, sizes, purpose string) manifestIcon {
		return manifestIcon{staticAddress(file), types[".png"], sizes, purpose}
	}
	data, err := json.Marshal(map[string]any{
		"name": s.name, "short_name": s.name, "id": "/play", "start_url": "/play", "scope": "/",
		"display":          "standalone",
		"background_color": "#150e08", "theme_color": "#150e08",
		"icons": []manifestIcon{
			{staticAddress("icon.svg"), types[".svg"], "any", ""}, icon("icon-192.png", "192x192", ""),
			icon("icon-512.png", "512x512", ""), icon("maskable-512.png", "512x512", "maskable"),
		},
	})
	if err != nil {
		s.fail(w, r, err)
		return
	}
	sendText(w, r, "application/manifest+json", data)
}
