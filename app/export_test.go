package app

import (
	"tafl3d/app/board"
	"tafl3d/app/events"
	"tafl3d/app/shell"
)

func (a *App) Board() *board.Board  { return a.board }
func (a *App) Events() *events.Room { return a.events }
func (a *App) Shell() *shell.Shell  { return a.shell }
