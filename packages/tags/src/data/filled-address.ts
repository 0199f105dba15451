/** A stretch of an address: as the template has it, or a value of the data. */
export interface AddressPiece {
  readonly text: string
  readonly isValue: boolean
}

/** Schemes that a value may bring along; what the template itself says may be more, but nothing that runs. */
const harmless = /^(?:https?|ftp|mailto|tel|sms):/i
const running = /^(?:javascript|vbscript|data|jscript|livescript|mocha):/i
// oxlint-disable-next-line no-control-regex -- programs skip these inside a scheme
const controls = /[\0-\u001f\u007f-\u009f]/g
// oxlint-disable-next-line no-control-regex -- and these
const skipped = /[\0-\u0020\u007f-\u00a0\u200b\ufeff]/g

/**
 * An address put together, its values encoded as parts of it; `undefined` for one that runs code, or of a scheme that
 * only the template may choose.
 */
export function filledAddress(pieces: readonly AddressPiece[]): string | undefined {
  let address = ''
  for (const { text, isValue } of pieces) address += isValue ? encoded(text, address) : text
  const [head] = pieces
  const first = head === undefined || head.isValue ? '' : head.text
  if (first.trim() === '' && pieces.some(({ isValue }) => isValue)) address = completed(address)
  const plain = address.replaceAll(skipped, '')
  if (running.test(plain)) return undefined
  const isOwn = /^[a-z][a-z\d+.-]*:/i.test(first.trim())
  return isOwn || !/^[a-z][a-z\d+.-]*:/i.test(plain) || harmless.test(plain) ? address : undefined
}

/** A value as part of an address that is written so far. */
function encoded(value: string, before: string): string {
  const text = value.trim().toWellFormed()
  // A value that begins the address is one itself.
  if (before.trim() === '') return encodeSpaces(text.replaceAll(controls, ''))
  if (/^tel:|^sms:/i.test(before)) return encodeURIComponent(text.replaceAll(/[\s\u00a0]/g, '')).replaceAll('%2B', '+')
  const inAuthority = /^[a-z][a-z\d+.-]*:\/\/[^/?#]*$/i.test(before)
  const isMail = /^mailto:[^?]*$/i.test(before)
  const part = encodeURIComponent(text)
  if (isMail) return part.replaceAll('%40', '@').replaceAll('%2B', '+').replaceAll('%2C', ',')
  return inAuthority ? part.replaceAll('%3A', ':').replaceAll('%40', '@') : part
}

const encodeSpaces = (text: string): string => text.replaceAll(/[\s<>"{}|\\^`]/g, (char) => encodeURIComponent(char))

/** `www.…` and e-mail addresses as links have them. */
function completed(address: string): string {
  if (/^www\.[^\s.]/i.test(address)) return `https://${address}`
  return /^[^\s@:/?#]{1,64}@[^\s@:/?#]{1,255}$/.test(address) ? `mailto:${address}` : address
}
