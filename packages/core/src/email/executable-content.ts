import type { DocumentType } from '../model/document-type.ts'

/**
 * Endings that run, or run or fetch something, on a double click: Gmail's list of blocked types, those that Outlook blocks
 * besides, and what macOS and Linux start.
 */
const endings = new Set(
  (
    'ade adp apk app appcontent-ms application appref-ms appx appxbundle bat cab chm cmd com command cpl csh deb ' +
    'deskthemepack desktop dex diagcab diagcfg diagpkg dll dmg ex ex_ exe fileloc fxp gadget grp hlp hta htc img ' +
    'inetloc inf ins iqy iso isp jar jnlp js jse ksh lib library-ms lnk mde mjs mpkg msc msh msh1 msh1xml msh2 ' +
    'msh2xml mshxml msi msix msixbundle msp mst msu nsh osd pif pkg pl prg printerexport ps1 ps1xml ps2 ps2xml psc1 ' +
    'psc2 psm1 py pyc pyo pyw pyz pyzw rdp reg rpm scf scpt scr sct search-ms searchconnector-ms settingcontent-ms ' +
    'shb shs slk sys terminal theme themepack tool udl url vb vbe vbp vbs vhd vhdx vsmacros vsw vxd webloc webpnp ' +
    'website workflow ws wsb wsc wsf wsh xbap xll xnk'
  ).split(' '),
)

/** Endings that start nothing by themselves, and that Outlook keeps from its readers all the same: certificates, data bases, archives of mail. */
const hiddenByOutlook = new Set(
  'asp aspx asx bas cer crt der mad maf mag mam maq mar mas mat mau mav maw mda mdb mdt mdw mdz ops pcd prf pst tmp'.split(
    ' ',
  ),
)

/** Windows does not see dots and spaces at the end. */
const endingOf = (name: string): string => /\.([^.]+)$/u.exec(name.replace(/[\s.]+$/u, ''))?.[1]?.toLowerCase() ?? ''

/** Whether a file of this name would run. */
export const isExecutableName = (name: string): boolean => endings.has(endingOf(name))

/** Whether many readers would not get a file of this name. */
export const isHiddenName = (name: string): boolean => hiddenByOutlook.has(endingOf(name))

/** First bytes of programs, and of what starts them. */
const beginnings: readonly (readonly number[])[] = [
  [0x7f, 0x45, 0x4c, 0x46], // ELF
  [0xfe, 0xed, 0xfa, 0xce], // Mach-O
  [0xfe, 0xed, 0xfa, 0xcf],
  [0xce, 0xfa, 0xed, 0xfe],
  [0xcf, 0xfa, 0xed, 0xfe],
  [0xca, 0xfe, 0xba, 0xbe], // Mach-O for several processors, and Java classes
  [0x64, 0x65, 0x78, 0x0a, 0x30], // dex, of Android
  [0x4d, 0x53, 0x43, 0x46, 0, 0, 0, 0], // cabinet (MS-CAB, 2.1: reserved bytes)
  [0x4c, 0, 0, 0, 0x01, 0x14, 0x02, 0], // shortcut (MS-SHLLINK, 2.1)
]

/** Whether the bytes are a program, an installer, a shortcut or an image of a disk, whatever the file is called; what a zip holds is another matter. */
export function isExecutableContent(bytes: Uint8Array, type: DocumentType): boolean {
  if (type === 'text') return /^(?:\xEF\xBB\xBF)?#![ \t]*\//.test(ascii.decode(bytes.subarray(0, 100)))
  // A program may be something else besides: what unpacks itself is a zip, and readers of PDF pass over what comes before.
  if (isProgram(bytes)) return true
  if (type !== 'unknown') return false
  // A text cannot begin with it here: it would have been told as one.
  return startsWith(bytes, [0x4d, 0x5a]) || isInstaller(bytes) || isDiskImage(bytes)
}

/** Told by its first bytes alone; of Windows by its second header, too (PE format, "MS-DOS stub" and "signature"). */
function isProgram(bytes: Uint8Array): boolean {
  if (beginnings.some((beginning) => startsWith(bytes, beginning))) return true
  if (!startsWith(bytes, [0x4d, 0x5a]) || bytes.length < 64) return false
  const header = new DataView(bytes.buffer, bytes.byteOffset, bytes.length).getUint32(60, true)
  return startsWith(bytes.subarray(header, header + 4), [0x50, 0x45, 0, 0])
}

const startsWith = (bytes: Uint8Array, beginning: readonly number[]): boolean =>
  beginning.every((value, index) => bytes[index] === value)

const ascii = new TextDecoder('latin1')

/** The class of the root of a Windows installer (000C1084-0000-0000-C000-000000000046), as a compound file has it. */
const installerClass = [0x84, 0x10, 0x0c, 0, 0, 0, 0, 0, 0xc0, 0, 0, 0, 0, 0, 0, 0x46]

/** The class stands at byte 80 of the first entry of the directory (MS-CFB, 2.6.1). */
function isInstaller(bytes: Uint8Array): boolean {
  if (!startsWith(bytes, [0xd0, 0xcf, 0x11, 0xe0]) || bytes.length < 512) return false
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length)
  const sectorBytes = 2 ** Math.min(view.getUint16(30, true), 12)
  const entry = (view.getUint32(48, true) + 1) * sectorBytes
  return startsWith(bytes.subarray(entry + 80, entry + 96), installerClass)
}

/** An ISO image has its name in the 17th sector (ECMA-119), an Apple one in its last 512 bytes. */
const isDiskImage = (bytes: Uint8Array): boolean =>
  ascii.decode(bytes.subarray(0x8001, 0x8006)) === 'CD001' || ascii.decode(bytes.subarray(-512, -508)) === 'koly'

/** First bytes of archives that are no zip: RAR, 7z, gzip, bzip2, xz, zstd, and what Outlook packs (MS-OXTNEF, 2.1.3.1). */
const archives: readonly (readonly number[])[] = [
  [0x52, 0x61, 0x72, 0x21, 0x1a, 0x07],
  [0x37, 0x7a, 0xbc, 0xaf, 0x27, 0x1c],
  [0x1f, 0x8b, 0x08],
  [0x42, 0x5a, 0x68],
  [0xfd, 0x37, 0x7a, 0x58, 0x5a, 0x00],
  [0x28, 0xb5, 0x2f, 0xfd],
  [0x78, 0x9f, 0x3e, 0x22],
]

/** Whether the bytes are an archive whose files nobody here can name; a tar has its name at byte 257. */
export const isOtherArchive = (bytes: Uint8Array): boolean =>
  archives.some((beginning) => startsWith(bytes, beginning)) || ascii.decode(bytes.subarray(257, 262)) === 'ustar'

/** A program in a zip, by its name with folders, and what makes a zip one: a Java or an Android package. */
export const runsInZip = (name: string): boolean =>
  isExecutableName(name) || /^(?:META-INF\/MANIFEST\.MF|AndroidManifest\.xml)$/i.test(name)
