export { type MailAddress, type MailFile, type MailText, parseMail, type ParsedMail } from './parse-mail.ts'
export { mailInUtf8 } from './part-charset.ts'
