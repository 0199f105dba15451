const points: Readonly<Record<string, number>> = { pt: 1, pc: 12, in: 72, cm: 72 / 2.54, mm: 72 / 25.4, px: 0.75 }

/** A length such as "2.5cm" in points. */
export function pointsOf(length: string | undefined): number | undefined {
  const match = /^(-?\d{1,9}(?:\.\d{1,12})?)(pt|pc|in|cm|mm|px)$/.exec(length?.trim() ?? '')
  return match === null ? undefined : Math.round(Number(match[1]) * (points[match[2] ?? ''] ?? 1) * 100) / 100
}

/** A count such as `number-columns-repeated`: at least 1. */
export function countOf(text: string | undefined): number {
  return /^\d{1,9}$/.test(text ?? '') ? Math.max(Number(text), 1) : 1
}
