import { installHint } from '@chancery/core'

/** What reading pictures needs where no native Tesseract is installed; each further language is a package of its own. */
export const installForPictures = installHint('To read pictures', ['tesseract.js-core', '@tesseract.js-data/eng'])
