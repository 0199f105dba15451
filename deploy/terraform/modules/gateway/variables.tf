variable "project" {
  type        = string
  description = "The project, by its id."
}

variable "region" {
  type        = string
  description = "Where the gateway is."
}

variable "name" {
  type        = string
  description = "What resources are called."
}

variable "document" {
  type        = string
  description = "The file that `npm run gateway` has written."
}

variable "account" {
  type        = string
  description = "The account that the gateway calls the service as."
}

variable "address" {
  type        = string
  description = "The audience of its tokens, as the service expects it."
}
