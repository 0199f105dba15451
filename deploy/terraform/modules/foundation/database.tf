# The state: keys, Idempotency-Keys, the e-mail ledger, clients, rates, long work.
resource "google_sql_database_instance" "main" {
  project             = var.project
  name                = var.name
  region              = var.region
  database_version    = "POSTGRES_15"
  deletion_protection = var.deletion_protection

  settings {
    edition           = "ENTERPRISE"
    tier              = var.database_tier
    availability_type = var.database_availability
    disk_autoresize   = true

    # A copy each night, and the log between them: any moment of the last week can be gone back to.
    backup_configuration {
      enabled                        = true
      point_in_time_recovery_enabled = true
      start_time                     = "02:00"
      transaction_log_retention_days = 7

      backup_retention_settings {
        retained_backups = 14
        retention_unit   = "COUNT"
      }
    }

    # Without a network of ours: a public address that lets nobody in but Google's own connector, which asks IAM.
    ip_configuration {
      ipv4_enabled    = var.private_network == null
      private_network = var.private_network
      ssl_mode        = "ENCRYPTED_ONLY"
    }

    maintenance_window {
      day          = 7
      hour         = 3
      update_track = "stable"
    }
  }

  depends_on = [google_project_service.used]
}

resource "google_sql_database" "chancery" {
  project  = var.project
  instance = google_sql_database_instance.main.name
  name     = "chancery"
}

# Its password goes to Google and into the secret below in one go, and is written down nowhere else.
resource "google_sql_user" "chancery" {
  project             = var.project
  instance            = google_sql_database_instance.main.name
  name                = "chancery"
  password_wo         = ephemeral.random_password.database.result
  password_wo_version = var.secret_versions.database
  deletion_policy     = "ABANDON"
}
