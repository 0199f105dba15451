/** An amount, a share, a year, a date in figures, or a sign that stands for none, as a sheet's for what cannot be computed: what fills columns of figures. */
const figures =
  /^[([<>≤≥~≈±+−–—-]*\s*(?:[$€£¥₹]|[A-Z]{1,3}[$€£]?\s)?\s*[(\-−–+]?\d[\d.,'’\s/:()%-]*(?:[%‰*†‡)a-e]|\p{Sc}|[A-Z]{3})?[*†‡)\]]*$/u
const nothing = /^(?:[-–—−.…*:]+|n\.?[\s/]?[ads]?\.?|\(?[a-z]\)|#(?:div\/0!|n\/a|name\?|null!|num!|ref!|value!))$/iu

/** Cells longer than this are sentences, not figures. */
const longest = 40

/** "(000)": thousands, which a header says. */
const unit = /^\(?0{3}s?\)?$/

export const isFigure = (text: string): boolean =>
  text.length <= longest && /\d/.test(text) && figures.test(text.trim()) && !unit.test(text.trim())
export const isFigureOrNone = (text: string): boolean => isFigure(text) || nothing.test(text.trim())

/** Years, and bands such as "15-24", head columns as often as they fill them. */
export const isPeriodOrBand = (text: string): boolean =>
  /^\(?(?:1[89]|20)\d\d(?:\s?[-–/]\s?(?:\d\d|(?:1[89]|20)\d\d))?[a-e*)]*$/.test(text) ||
  /^\d{1,3}\s?[-–]\s?\d{1,3}$/.test(text)
