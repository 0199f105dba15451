variable "environment" {
  type        = string
  description = "The name of the deployment."
}

variable "address" {
  type        = string
  description = "Where the service is reached: what tokens are made for."
}

variable "accounts" {
  type = object({
    run     = string
    gateway = string
    tasks   = string
  })
  description = "The accounts, by what they do."
}

variable "bucket" {
  type        = string
  description = "The bucket of the documents."
}

variable "queue" {
  type        = string
  description = "The queue of long work: projects/…/locations/…/queues/…"
}

variable "secrets" {
  type = object({
    key_secret   = object({ secret = string, version = string })
    database_url = object({ secret = string, version = string })
    sendgrid     = object({ secret = string, version = string })
  })
  description = "The secrets and their versions."
}

variable "iam_check" {
  type        = bool
  description = "Whether Cloud Run checks tokens before the service sees them."
}

variable "work" {
  type        = bool
  description = "Whether long work is taken."
}

variable "database_connections" {
  type        = number
  description = "Connections of an instance to the database."
}

variable "deadline_ms" {
  type        = number
  description = "Time for one call, in ms."
}

variable "email_from" {
  type        = string
  description = "Sender where a call names none."
}

variable "more" {
  type        = map(string)
  description = "Other settings of .env.example; they go before those above."
}
