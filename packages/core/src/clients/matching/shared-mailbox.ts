/** Mailboxes that several people read: those of an office, and of a family. */
const shared =
  /^(?:(?:info|office|mail|e-?mail|contact|kontakt|contacto|contatto|hello|hallo|hi|post|admin|sales|vertrieb|verkauf|support|service|team|billing|accounts?|accounting|buchhaltung|rechnung|reception|empfang|sekretariat|kanzlei|praxis|buero|bureau|secretariat|secretary|assistant|assistenz|noreply|no-reply)@|(?:family|familie|famille|familia|famiglia|fam)(?:[._-]|\d*@))/i

export const isSharedMailbox = (email: string): boolean => shared.test(email)
