import type { Finder } from './finding.ts'

/** What is paid, right before the time for it: `Invoices are payable within 30 days`, `Zahlung innerhalb von 10 Tagen`. */
const payable =
  /(?<!\p{L})(?:pa(?:y|id|yable|yment)|due|net|zahl(?:bar|ung|en)|überweis\p{L}*|begleichen|fällig|payables?|paiement|règlement|réglées?|pagader\p{L}+|pago|pagar[áé]?|pagamento|pagabil\p{L}+|pagat[aeio]|betaal(?:d|baar)?|betaling|betalas|betales|płatn\p{L}+|zapłat\p{L}+)(?!\p{L})[^.;\n]{0,40}?(?:within|in|net|innerhalb(?: von)?|binnen|innert|sous|dans(?: un délai de| les)?|à|a|en(?: el plazo de)?|dentro de|entro|em|no prazo de|inom|innen|w ciągu|w terminie)[ ]$/iu
/** A shorter time has a discount. */
const discounted = /^[^.;\n]{0,20}(?:skonto|discount|escompte|descuento|sconto|korting|rabat)/iu
const lead = 90

/** The time in which a paper is to be paid. */
export const findPaymentTerms: Finder = ({ index: { text }, values }) =>
  values
    .of('duration')
    .slice(0, 400)
    .filter(
      ({ start, end }) =>
        payable.test(text.slice(Math.max(0, start - lead), start)) && !discounted.test(text.slice(end, end + 40)),
    )
    .slice(0, 3)
    .map((value, at) => ({ value, score: (0.7 - at * 0.08) * value.confidence, method: 'clause' }))
