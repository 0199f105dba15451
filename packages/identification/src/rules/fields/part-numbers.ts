const before =
  /(?:§{1,2}|(?<!\p{L})(?:art(?:ikel|icle|ículo|icolo|igo|\.)?|section|clause|cláusula|clausola|chapter|kapitel|punkt|top|nr\.?|no\.?))[ \u00a0]?$/iu
const lead = 12

/** Whether a number is that of a part of a paper, which counts nothing: `§ 5 Urlaub`, `Article 4 – Congés`, `TOP 2`. */
export const isPartNumber = (text: string, start: number): boolean =>
  before.test(text.slice(Math.max(0, start - lead), start))
