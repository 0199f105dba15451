/**
 * A text with its letters in one piece. Windows-1258 writes the tones of Vietnamese behind their vowels, as characters of
 * their own; texts of any other encoding stay as they are.
 * @param encoding its name in the Encoding Standard
 */
export const composedTones = (encoding: string, text: string): string =>
  encoding === 'windows-1258' ? text.normalize('NFC') : text
