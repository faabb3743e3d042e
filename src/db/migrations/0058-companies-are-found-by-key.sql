-- A company that nobody names any more is deleted, and PostgreSQL then looks for rows that name it. Stops that are not
-- listed were in no index by company, nor were a school's companies: it read a whole index, for each company.
drop index stop_company;
create index stop_company on stop (company_id, listed, sort_key);
create index school_company_stats_company on school_company_stats (company_id);

-- The landing page draws from the few companies with a logo, and read all others too.
create index company_with_logo on company (name) where logo <> '' and status = 'listed';
