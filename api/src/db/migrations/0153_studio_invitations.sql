-- Invitations to a studio. The token is in the mail alone; the table has its digest. One row for each address and
-- scope is open; a new link takes the place of the one before.
create table studio_invitations (
  id           bigint primary key default new_id(),
  owner_id     bigint not null references users (id) on delete cascade,
  project_id   bigint references projects (id) on delete cascade,
  email        text not null,
  role         text not null constraint studio_invitations_role_known check (role in ('editor', 'payer', 'viewer')),
  token_hash   bytea not null constraint studio_invitations_token_unique unique,
  sent_at      timestamptz not null default now(),
  expires_at   timestamptz not null,
  accepted_at  timestamptz,
  withdrawn_at timestamptz
);
create unique index studio_invitations_once on studio_invitations (owner_id, email, project_id) nulls not distinct
  where accepted_at is null and withdrawn_at is null;
create index studio_invitations_by_project on studio_invitations (project_id) where project_id is not null;
create index studio_invitations_by_email on studio_invitations (email);

-- Offers to hand a work over, or all of them; an answered one is deleted, the audit log has it.
create table studio_hand_overs (
  id         bigint primary key default new_id(),
  owner_id   bigint not null references users (id) on delete cascade,
  to_id      bigint not null references users (id) on delete cascade,
  project_id bigint references projects (id) on delete cascade,
  offered_at timestamptz not null default now(),
  expires_at timestamptz not null,
  constraint studio_hand_overs_once unique nulls not distinct (owner_id, project_id),
  constraint studio_hand_overs_not_oneself check (owner_id <> to_id)
);
create index studio_hand_overs_by_receiver on studio_hand_overs (to_id);
create index studio_hand_overs_by_project on studio_hand_overs (project_id) where project_id is not null;
