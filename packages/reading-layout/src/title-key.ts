/** As titles are compared: without numbers before them, marks and spaces. */
export const titleKey = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/^\s*(?:\d{1,3}(?:\.\d{1,3}){0,5}[.)]?|[ivxlc]{1,6}\.)\s+/, '')
    .replaceAll(/[^\p{L}\p{N}]+/gu, '')
