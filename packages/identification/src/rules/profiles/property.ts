import type { Option } from '../fields/option.ts'
import type { Finder } from './finding.ts'

/** What is let or sold: en, de, fr, es, it, pt, nl. */
const property =
  /(?<!\p{L})(?:premises|property|apartment|flat|dwelling|house|unit|wohnung|mietsache|mietobjekt|mietgegenstand|grundstück|haus|immobilie|gewerberäume|geschäftsräume|appartement|logement|local|locaux|maison|immeuble|bien|désignation|vivienda|piso|finca|inmueble|local|immobile|appartamento|abitazione|imóvel|apartamento|fração|moradia|woning|gehuurde|bedrijfsruimte)(?!\p{L})/iu
/** Where somebody lives is another place. */
const residence =
  /(?:resid(?:ing|ent|es)|wohnhaft|demeurant|domicili\p{L}*|con domicilio|vecino de|residente|morador|wonende|seat|sede|sitz|registered office|geboren|born)[^.\n]{0,80}$/iu
const reach = 220

/** The address of what a paper is about: of several the first behind a word for it, in the same paragraph. */
export const findPropertyAddress: Finder = ({ index: { text }, values }) => {
  const options: Option[] = []
  for (const value of values.of('address')) {
    if (options.length === 4) break
    const before =
      text
        .slice(Math.max(0, value.start - reach), value.start)
        .split(/\n\s*\n/)
        .at(-1) ?? ''
    if (!property.test(before) || residence.test(before)) continue
    options.push({ value, score: (0.72 - options.length * 0.06) * value.confidence, method: 'clause' })
  }
  return options
}
