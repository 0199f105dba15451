import type { DocumentType } from '../documents/document-type.ts'

/**
 * Endings that run, or run something, on a double click, and that mail providers refuse (Gmail's list of blocked types,
 * with those that Outlook blocks besides and that run without a warning).
 */
const runs =
  /\.(?:ade|adp|apk|appx|appxbundle|application|bat|cab|chm|cmd|com|cpl|dex|diagcab|diagcfg|diagpkg|dll|dmg|ex|ex_|exe|gadget|hta|img|inf|ins|iso|isp|jar|jnlp|js|jse|lib|lnk|mde|mjs|msc|msi|msix|msixbundle|msp|mst|nsh|pif|ps1|ps1xml|psm1|reg|scf|scr|sct|settingcontent-ms|shb|shs|sys|url|vb|vbe|vbs|vhd|vhdx|vxd|wsc|wsf|wsh|xll)$/i

/** Whether a file of this name would run. Windows does not see dots and spaces at the end. */
export const isExecutableName = (name: string): boolean => runs.test(name.replace(/[\s.]+$/u, ''))

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

/** A program in a zip, by its name with folders, and what makes a zip one: a Java or an Android package. */
export const runsInZip = (name: string): boolean =>
  isExecutableName(name) || /^(?:META-INF\/MANIFEST\.MF|AndroidManifest\.xml)$/i.test(name)
