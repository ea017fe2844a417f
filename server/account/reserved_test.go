package account

import "testing"

// TestReservedNames refuses names that pass for the service, its operator or its bots, and no others.
func TestReservedNames(t *testing.T) {
	for _, name := range []string{
		"Tafl3d-10", "Tafl3d-Support", "Tafl3dAdmin", "ad-min", "a.d.m.i.n", "Admin1", "Moderator1",
		"WebMaster", "admin",
		"ADMIN", "Adm1n", "4dmin", "Admin_2026", "Ad3min", "Ádmín", "Ａｄｍｉｎ", "M0d3rat0r", "m.o.d", "Mods", "TheAdmin",
		"Admin-Team", "Official.Support", "TaflTeam", "Tafl", "tafl_2", "Taf1match", "t4fl", "Root99",
		"SysAdmin", "Sysop",
		"Tafl3d-Bot-3", "Tafl3D_x", "tafl.3d.1", "TafI3d-4", "0perator", "Support-Desk", "Guest-ABC",
		"GUEST_1", "Gone-1",
		"Guest7", "tafl.example", "TaflExample", "Аdmin", "Se-cu-ri-ty",
	} {
		if !isReserved("tafl.example", name) {
			t.Errorf("%s is free", name)
		}
	}
	for _, name := range []string{
		"Astrid", "Guestav", "Hostein", "Modest", "Modern", "Serverin", "Rooted", "Supporter", "Admiral",
		"Tafldrottning",
		"Taflmeister", "Stafford", "Systema", "Gonero", "Hilda2", "Adminton", "Modig", "Bot", "Team-Norway", "Example",
		"Sigurðr", "Владимир", "さくら子", "Tablut", "Abbot", "Taflari", "Xhost", "Operatic", "Chief", "R2d2",
	} {
		if isReserved("tafl.example", name) {
			t.Errorf("%s is reserved", name)
		}
	}
	for host, names := range map[string]map[string]bool{
		"127.0.0.1":    {"Anna": false, "L1": false},
		"localhost":    {"LocalHost7": true, "local-host": true, "Locality": false},
		"play.example": {"Play2": true, "PlayAdmin": true, "Player": false},
	} {
		for name, want := range names {
			if got := isReserved(host, name); got != want {
				t.Errorf("%s at %s: %v", name, host, got)
			}
		}
	}
}
