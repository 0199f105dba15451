/** In turn: a text, a reference in brackets, what parts arguments. Brackets that nothing closes cost one look each. */
const piece = /"(?:[^"]|"")*"|\[([^[\]]*)\]|;/g

/** An OpenFormula as spreadsheets show it: "of:=SUM([.A1:.B2];1)" is "SUM(A1:B2,1)". */
export function shownFormula(formula: string): string {
  const start = /^(?:[a-z]{1,10}:)?=?/i.exec(formula)?.[0].length ?? 0
  return formula.slice(start).replaceAll(piece, (whole, reference: string | undefined) => {
    if (reference !== undefined) return reference.split(':').map(shownReference).join(':')
    return whole === ';' ? ',' : whole
  })
}

/** ".A1" is "A1", "$Costs.A1" is "Costs!A1". */
function shownReference(reference: string): string {
  const point = reference.lastIndexOf('.')
  if (point === -1) return reference
  const sheet = reference.slice(0, point).replace(/^\$/, '')
  return sheet === '' ? reference.slice(point + 1) : `${sheet}!${reference.slice(point + 1)}`
}
