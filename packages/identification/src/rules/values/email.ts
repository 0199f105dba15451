import { candidate, type Candidate } from '../candidate.ts'

/** Read backwards from the sign, so that each letter is looked at once. */
const signWithLocal = /(?<=([\p{L}\p{N}.!#$%&'*+/=?^_`{|}~-]{1,64}))@/gu
const domain = /^(?:[\p{L}\p{N}](?:[\p{L}\p{N}-]{0,61}[\p{L}\p{N}])?\.){1,8}\p{L}{2,24}(?![\p{L}\p{N}-])/u

/** E-mail addresses (the dot-atom form of RFC 5322); the domain is lower-cased. */
export function scanEmails(text: string): Candidate[] {
  const found: Candidate[] = []
  for (const { index: at, 1: before = '' } of text.matchAll(signWithLocal)) {
    const host = domain.exec(text.slice(at + 1, at + 256))?.[0]
    const name = before.replace(/^[.'*/=|{]+/, '')
    if (!host || !name || name.endsWith('.') || name.includes('..')) continue
    const start = at - name.length
    found.push(candidate('email', start, at + 1 + host.length, `${name}@${host.toLowerCase()}`, 0.98))
  }
  return found
}
