const marks: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&apos;' }

/** Text as character data or attribute value, written as docxtemplater does. */
export const escapeXml = (text: string): string => text.replaceAll(/[&<>"']/g, (mark) => marks[mark] ?? '')
