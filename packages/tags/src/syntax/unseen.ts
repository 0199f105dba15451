/**
 * What nobody sees and editors leave in texts, for a class of a pattern: soft hyphens, spaces without width, and the marks of
 * direction that stand around names in Arabic and Hebrew texts. The joiners U+200C and U+200D, which scripts need, are none.
 */
export const unseenSigns = String.raw`\u00ad\u061c\u200b\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff`
