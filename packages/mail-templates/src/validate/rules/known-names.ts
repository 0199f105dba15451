/** Names that deceivers write in letters which look like theirs. */
const known = new Set(
  'adobe amazon apple docusign dropbox facebook fedex google instagram linkedin microsoft netflix outlook paypal samsung spotify twitter whatsapp zoom'.split(
    ' ',
  ),
)

/** Plain letters and digits that are read as others in the fonts of mail programs. */
const readAs: readonly (readonly [written: RegExp, read: string])[] = [
  [/rn/g, 'm'],
  [/vv/g, 'w'],
  [/(.)\1\1/g, '$1$1'],
  [/0/g, 'o'],
  [/5/g, 's'],
  [/1/g, 'l'],
]

/** The name that a host is read as, and is not: `rnicrosoft`, `secure-paypa1`. */
export function knownNameIn(host: string): string | undefined {
  for (const word of host.slice(0, 253).split(/[.-]/)) {
    const read = readAs.reduce((letters, [written, letter]) => letters.replace(written, letter), word)
    if (read !== word && known.has(read)) return read
  }
  return undefined
}
