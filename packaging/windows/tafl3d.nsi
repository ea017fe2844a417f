; The installer for Windows: for one user, without an administrator. Uninstalling
; leaves games and settings alone.
Target amd64-unicode ; the program is for 64 bits, and so is this
SetCompressor /SOLID lzma
Name "tafl3d"
OutFile "${OUT}"
RequestExecutionLevel user
InstallDir "$LOCALAPPDATA\Programs\tafl3d"
InstallDirRegKey HKCU "Software\tafl3d" "Folder"
Icon "${ICON}"
UninstallIcon "${ICON}"
VIProductVersion "${NUMBERS}"
VIAddVersionKey "ProductName" "tafl3d"
VIAddVersionKey "FileDescription" "Installer of tafl3d"
VIAddVersionKey "FileVersion" "${VERSION}"
VIAddVersionKey "ProductVersion" "${VERSION}"
VIAddVersionKey "LegalCopyright" "The developers of tafl3d"

!define UNINSTALL "Software\Microsoft\Windows\CurrentVersion\Uninstall\tafl3d"

Page directory
Page instfiles
UninstPage uninstConfirm
UninstPage instfiles

Section
  SetOutPath "$INSTDIR"
  ; A program that runs cannot be replaced: say so, and change nothing.
  ClearErrors
  IfFileExists "$INSTDIR\tafl3d.exe" 0 +5
    Delete "$INSTDIR\tafl3d.exe"
    IfErrors 0 +3
      MessageBox MB_OK|MB_ICONEXCLAMATION "tafl3d is running. Close it and start the installer again." /SD IDOK
      Abort
  File "/oname=tafl3d.exe" "${PROGRAM}"
  File "/oname=LICENCES.txt" "${PAPERS}\LICENCES.txt"
  File "/oname=sbom.cdx.json" "${PAPERS}\sbom.cdx.json"
  File "/oname=README.md" "${ROOT}\README.md"
  File "/oname=CHANGELOG.md" "${ROOT}\CHANGELOG.md"
  WriteUninstaller "$INSTDIR\uninstall.exe"
  CreateShortcut "$SMPROGRAMS\tafl3d.lnk" "$INSTDIR\tafl3d.exe"

  WriteRegStr HKCU "Software\tafl3d" "Folder" "$INSTDIR"
  WriteRegStr HKCU "${UNINSTALL}" "DisplayName" "tafl3d"
  WriteRegStr HKCU "${UNINSTALL}" "DisplayVersion" "${VERSION}"
  WriteRegStr HKCU "${UNINSTALL}" "DisplayIcon" "$INSTDIR\tafl3d.exe"
  WriteRegStr HKCU "${UNINSTALL}" "UninstallString" '"$INSTDIR\uninstall.exe"'
  WriteRegStr HKCU "${UNINSTALL}" "QuietUninstallString" '"$INSTDIR\uninstall.exe" /S'
  WriteRegDWORD HKCU "${UNINSTALL}" "NoModify" 1
  WriteRegDWORD HKCU "${UNINSTALL}" "NoRepair" 1

  ; Links to invitations: tafl3d:...
  WriteRegStr HKCU "Software\Classes\tafl3d" "" "Invitation to a game of tafl3d"
  WriteRegStr HKCU "Software\Classes\tafl3d" "URL Protocol" ""
  WriteRegStr HKCU "Software\Classes\tafl3d\DefaultIcon" "" "$INSTDIR\tafl3d.exe,0"
  WriteRegStr HKCU "Software\Classes\tafl3d\shell\open\command" "" '"$INSTDIR\tafl3d.exe" "%1"'

  ; Files of games: .tafl
  WriteRegStr HKCU "Software\Classes\.tafl" "" "tafl3d.games"
  WriteRegStr HKCU "Software\Classes\tafl3d.games" "" "Games of hnefatafl"
  WriteRegStr HKCU "Software\Classes\tafl3d.games\DefaultIcon" "" "$INSTDIR\tafl3d.exe,0"
  WriteRegStr HKCU "Software\Classes\tafl3d.games\shell\open\command" "" '"$INSTDIR\tafl3d.exe" "%1"'
SectionEnd

Section "Uninstall"
  Delete "$INSTDIR\tafl3d.exe"
  Delete "$INSTDIR\LICENCES.txt"
  Delete "$INSTDIR\sbom.cdx.json"
  Delete "$INSTDIR\README.md"
  Delete "$INSTDIR\CHANGELOG.md"
  Delete "$INSTDIR\uninstall.exe"
  RMDir "$INSTDIR"
  Delete "$SMPROGRAMS\tafl3d.lnk"
  DeleteRegKey HKCU "${UNINSTALL}"
  DeleteRegKey HKCU "Software\tafl3d"
  DeleteRegKey HKCU "Software\Classes\tafl3d"
  DeleteRegKey HKCU "Software\Classes\tafl3d.games"
  DeleteRegKey HKCU "Software\Classes\.tafl"
SectionEnd
