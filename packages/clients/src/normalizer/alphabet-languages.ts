/** Languages whose names of months and countries are read, and are words of an alphabet. */
export const alphabetLanguages: readonly string[] = [
  'en',
  'de',
  'fr',
  'es',
  'it',
  'pt',
  'nl',
  'pl',
  'sv',
  'da',
  'nb',
  'cs',
  'fi',
  'hu',
  'tr',
  'ru',
]
