import { unicodeLabel } from './punycode.ts'

/**
 * What two spellings of one mailbox have in common: lower case, and a domain in Unicode. Callers write `müller.example`, and
 * providers tell of `xn--mller-kva.example`.
 * @param address as `normalizeAddress` has it
 */
export function mailboxKey(address: string): string {
  const at = address.lastIndexOf('@') + 1
  const labels = address.slice(at).split('.')
  const domain = labels.map((label) => unicodeLabel(label).normalize('NFC') || label).join('.')
  return (address.slice(0, at) + domain).toLowerCase()
}
