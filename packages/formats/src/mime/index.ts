export { type MailAddress, type MailFile, type MailText, parseMail, type ParsedMail } from './parse-mail.ts'
