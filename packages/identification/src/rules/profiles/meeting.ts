import type { Finder } from './finding.ts'

/** What minutes say before the day of the meeting: en, de, fr, es, it, pt, nl, pl. */
const held =
  /(?<!\p{L})(?:held|meeting (?:of|on)|abgehalten|stattgefunden|(?:sitzung|versammlung) (?:vom|am)|tenue?|réunie?s?|celebrada|reunid[oa]s?|tenutasi|riunit[oa]|realizada|reuniu|gehouden|gehoudene|odbył\p{L}{0,3})(?!\p{L})(?:[^.;\n]{0,100}[ ,])?$/iu
/** How French minutes begin: `L'an deux mille vingt-six, le 29 mai`. */
const opening = /[Ll]['’]an /u
/** Of another meeting, which minutes announce, or whose minutes they approve. */
const ofAnother =
  /(?<!\p{L})(?:next|following|previous|last|will be|nächsten?|kommenden?|letzten?|vorigen?|prochaine?|précédente?|próxim[oa]|siguiente|anterior|prossim[oa]|seguente|precedente|seguinte|volgende|vorige|następn\p{L}{1,3}|poprzedni\p{L}{0,3})(?!\p{L})[^.;\n]{0,110}$/iu
const head = 1200

const isOfThis = (before: string): boolean => held.test(before) && !ofAnother.test(before)

/** The day of a meeting, which is that of its minutes, wherever they were signed: `Gehouden op dinsdag 26 mei 2026`. */
export const findDayOfMeeting: Finder = ({ index: { text }, values }) =>
  values
    .of('date')
    .slice(0, 6)
    .filter(
      ({ start }) =>
        start < head &&
        (isOfThis(text.slice(Math.max(0, start - 120), start)) ||
          opening.test(text.slice(Math.max(0, start - 2), start + 4))),
    )
    .slice(0, 1)
    .map((value) => ({ value, score: 0.76 * value.confidence, method: 'clause' }))
