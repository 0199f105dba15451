import * as z from 'zod'
import { list, words } from './setting-values.ts'

/** What reads documents; part of the configuration. */
export const readingSettings = {
  CHANCERY_EXTRACTORS: list(['embedded', 'mammoth', 'document-ai'])
    .default(['embedded', 'mammoth'])
    .describe('Document readers; the first is the default. `mammoth`: Word documents, with a style map.'),
  CHANCERY_MAMMOTH_STYLE_MAP: z
    .string()
    .default('')
    .transform((rules) => rules.replaceAll('\\n', '\n'))
    .describe(
      "What styles become for `mammoth`: p[style-name='Clause'] => h2:fresh; rules are parted by line ends or \\n.",
    ),
  CHANCERY_OCR: z
    .enum(['auto', 'tesseract', 'native', 'off'])
    .default('auto')
    .describe(
      'What reads pictures. `auto`: the native tesseract where there is one, and what is built in for languages that it has no data for.',
    ),
  CHANCERY_OCR_LANGUAGES: words
    .default([])
    .describe(
      'BCP 47 tags (en,sv,el) of the languages that pictures are read in: the first and those of its script, another where a page turns out to be in it. The data of each is a package (`npm install @tesseract.js-data/ell` for Greek) or a file of CHANCERY_OCR_DATA; en, de, fr, es, it, pt and nl are there. None: en, and what the text turns out to be.',
    ),
  CHANCERY_OCR_DATA: z
    .string()
    .min(1)
    .optional()
    .describe(
      'Folder of *.traineddata files (also gzipped), which go before those that are installed. Nothing is ever downloaded.',
    ),
}
