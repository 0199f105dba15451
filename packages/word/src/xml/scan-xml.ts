export {
  attribute,
  decodeXml,
  entity,
  entityText,
  scanXml,
  type XmlFault,
  type XmlHandler,
} from '@chancery/formats/xml'
