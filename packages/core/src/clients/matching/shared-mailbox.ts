/** Mailboxes that several people read: those of an office, of an assistant, and of a family. */
const shared =
  /^(?:(?:info|office|mail|e-?mail|contact|kontakt|contacto|contatto|hello|hallo|hi|post|admin|sales|vertrieb|verkauf|support|service|team|billing|accounts?|accounting|buchhaltung|rechnung|reception|empfang|kanzlei|praxis|buero|bureau|noreply|no-reply)@|(?:sekretariat|vorzimmer|secretariat|secretary|segreteria|secretaria|sekretariaat|assistants?|assistenz|pa|ea)(?:[._-]|\d*@)|(?:family|familie|famille|familia|famiglia|fam)(?:[._-]|\d*@))/i

export const isSharedMailbox = (email: string): boolean => shared.test(email)
