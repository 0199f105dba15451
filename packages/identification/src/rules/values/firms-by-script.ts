import { candidate, type Candidate } from '../candidate.ts'
import { collapse } from '../text-index.ts'

/** East Slavic firms have their form first, and the name in quotes: `ТОВ «Карпатський дім»`. */
const slavic =
  /(?<!\p{L})(?:ТОВ|ПАТ|ПрАТ|ООО|ОАО|ЗАО|ПАО|АО|Товариство з обмеженою відповідальністю|Общество с ограниченной ответственностью|(?:Публичное |Приватне |Публічне )?[Аа]кціонерне товариство|Акционерное общество)\s{1,2}[«"“„][^»"”“\n]{2,60}[»"”“]/gu
const east = String.raw`[\p{Script=Han}\p{Script=Katakana}\p{Script=Hiragana}ー・A-Za-z]`
/** Japanese firms have it first or last. */
const japanese = new RegExp(
  String.raw`(?<!${east})(?:(?:株式会社|有限会社|合同会社)[ 　]?${east}{1,20}|${east}{1,20}?[ 　]?(?:株式会社|有限会社|合同会社)(?!${east}))`,
  'gu',
)
/** Chinese firms have it last. */
const chinese = /(?<!\p{Script=Han})[\p{Script=Han}（）()]{2,24}?(?:股份有限公司|有限责任公司|有限責任公司|有限公司)/gu

/** Firms whose form is written in Cyrillic, Chinese or Japanese. */
export const firmsByScript = (text: string): Candidate[] =>
  [slavic, japanese, chinese].flatMap((pattern) =>
    Array.from(text.matchAll(pattern), ({ 0: raw, index }) =>
      candidate('organization', index, index + raw.length, collapse(raw), 0.9),
    ),
  )
