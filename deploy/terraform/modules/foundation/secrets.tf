# No secret is in the state: passwords are made for the run alone (`ephemeral`), and written by arguments that are not kept
# (`_wo`). They are written again when their number in `secret_versions` goes up, and not before.
ephemeral "random_password" "key_secret" {
  length  = 64
  special = false
}

ephemeral "random_password" "database" {
  length  = 48
  special = false
}

locals {
  # A socket that Cloud Run puts there, or an address of the private network.
  database_host = (
    var.private_network == null
    ? "/chancery?host=/cloudsql/${google_sql_database_instance.main.connection_name}"
    : "${google_sql_database_instance.main.private_ip_address}/chancery?sslmode=no-verify"
  )
}

resource "google_secret_manager_secret" "all" {
  for_each  = toset(["key-secret", "database-url", "sendgrid"])
  project   = var.project
  secret_id = "${var.name}-${each.value}"

  replication {
    user_managed {
      replicas {
        location = var.region
      }
    }
  }

  depends_on = [google_project_service.used]
}

# Older versions stay until they are destroyed by hand, so that the revision before can go on, and be gone back to.
resource "google_secret_manager_secret_version" "key_secret" {
  secret                 = google_secret_manager_secret.all["key-secret"].id
  secret_data_wo         = ephemeral.random_password.key_secret.result
  secret_data_wo_version = var.secret_versions.key_secret
  deletion_policy        = "ABANDON"
}

resource "google_secret_manager_secret_version" "database_url" {
  secret                 = google_secret_manager_secret.all["database-url"].id
  secret_data_wo         = "postgres://chancery:${ephemeral.random_password.database.result}@${local.database_host}"
  secret_data_wo_version = var.secret_versions.database
  deletion_policy        = "ABANDON"
}

resource "google_secret_manager_secret_version" "sendgrid" {
  secret                 = google_secret_manager_secret.all["sendgrid"].id
  secret_data_wo         = var.sendgrid_api_key
  secret_data_wo_version = var.secret_versions.sendgrid
  deletion_policy        = "ABANDON"
}
