import type { EmailContent } from '../ports/email-templates.ts'

/** Whether two templates say the same, whatever objects they are. */
export function sameEmail(a: EmailContent, b: EmailContent): boolean {
  if (a === b) return true
  const fields = new Set([...Object.keys(a), ...Object.keys(b)]) as ReadonlySet<keyof EmailContent>
  return [...fields].every(
    (field) =>
      a[field] === b[field] || (typeof a[field] === 'object' && JSON.stringify(a[field]) === JSON.stringify(b[field])),
  )
}
