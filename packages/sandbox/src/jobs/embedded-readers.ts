import { type ReaderTable, textReaders } from '@chancery/reading'
import { mailReaders } from '@chancery/reading-mail'
import { officeReaders } from '@chancery/reading-office'
import { pdfReaders } from '@chancery/reading-pdf'
import { pictureReaders } from '@chancery/reading-pictures'

/** The readers of all rooms. */
export const embeddedReaders: ReaderTable = {
  ...textReaders,
  ...officeReaders,
  ...pdfReaders,
  ...pictureReaders,
  ...mailReaders,
}
