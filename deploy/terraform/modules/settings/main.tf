# Every setting of the service, by the names of .env.example, and nowhere else in deploy/terraform.
locals {
  # Long work, by Cloud Tasks: an instance without a call has no processor to do it by itself.
  work = {
    CHANCERY_WORK                 = "cloud-tasks"
    CHANCERY_WORK_QUEUE           = var.queue
    CHANCERY_WORK_URL             = "${var.address}/work"
    CHANCERY_WORK_SERVICE_ACCOUNT = var.accounts.tasks
  }
  no_work = {
    CHANCERY_WORK = "off"
  }

  # Cloud Run has looked at the token's signature, and cut it off.
  checked_by_platform = {
    CHANCERY_GATEWAY_SIGNATURE = "platform"
  }

  always = {
    CHANCERY_ENVIRONMENT          = var.environment
    CHANCERY_AUTH                 = "gateway"
    CHANCERY_GATEWAY_AUDIENCE     = var.address
    CHANCERY_GATEWAY_ACCOUNT      = var.accounts.gateway
    CHANCERY_STORES               = "gcs"
    CHANCERY_GCS_BUCKET           = var.bucket
    CHANCERY_GCS_VERSIONS         = "on"
    CHANCERY_STATE                = "postgres"
    CHANCERY_DATABASE_CONNECTIONS = tostring(var.database_connections)
    CHANCERY_MIGRATE              = "start"
    CHANCERY_TRANSPORTS           = "sendgrid"
    CHANCERY_EMAIL_FROM           = var.email_from
    CHANCERY_DEADLINE_MS          = tostring(var.deadline_ms)
    CHANCERY_MAX_ANSWER_BYTES     = "33554432"
  }
}

output "environment" {
  value = merge(
    local.always,
    var.iam_check ? local.checked_by_platform : {},
    var.work ? local.work : local.no_work,
    var.more,
  )
  description = "Settings that are no secret."
}

output "secrets" {
  value = {
    CHANCERY_KEY_SECRET       = var.secrets.key_secret
    CHANCERY_DATABASE_URL     = var.secrets.database_url
    CHANCERY_SENDGRID_API_KEY = var.secrets.sendgrid
  }
  description = "Settings that are secrets, each as its name and version in Secret Manager."
}
