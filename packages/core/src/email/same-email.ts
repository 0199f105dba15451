import type { EmailContent } from '../ports/email-templates.ts'

/** Whether two templates say the same, whatever objects they are. */
export function sameEmail(a: EmailContent, b: EmailContent): boolean {
  if (a === b) return true
  const isSame = (field: string): boolean => isSameValue(a[field as keyof EmailContent], b[field as keyof EmailContent])
  return Object.keys(a).every(isSame) && Object.keys(b).every(isSame)
}

const isSameValue = (a: unknown, b: unknown): boolean =>
  a === b || (typeof a === 'object' && JSON.stringify(a) === JSON.stringify(b))
