/**
 * Writes the tables of PostgreSQL. They have the names and columns of SQLite's, so a store has one set of statements
 * and a database can move between the two; `journal` has more columns (`journal.ts`).
 */
import { ALERT_TABLES } from './alerts.ts';
import { IDENTITY_TABLES } from './identities.ts';
import { JOURNAL_TABLES } from './journal.ts';
import { MARKET_TABLES } from './markets.ts';
import { PAPER_TABLES } from './paper.ts';
import { POT_TABLES } from './pots.ts';
import { TRADING_TABLES } from './trading.ts';
import { UNIT_TABLES } from './units.ts';

/** Refuses changes of rows that are kept as they were written. */
const KEPT_ROWS = `
CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	RAISE EXCEPTION 'a row of % never changes', TG_TABLE_NAME;
END $$;
CREATE TRIGGER audit_kept BEFORE UPDATE OR DELETE ON audit FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER pot_decision_kept BEFORE UPDATE ON pot_decision FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER pot_change_event_kept BEFORE UPDATE ON pot_change_event FOR EACH ROW EXECUTE FUNCTION refuse_change();
`;

/** Statements that create all tables in an empty database. Texts sort by their code points whatever the database does. */
export const BASELINE_TABLES = [
	IDENTITY_TABLES,
	UNIT_TABLES,
	JOURNAL_TABLES,
	TRADING_TABLES,
	MARKET_TABLES,
	ALERT_TABLES,
	POT_TABLES,
	PAPER_TABLES,
	KEPT_ROWS,
]
	.join('\n')
	.replace(/\bTEXT\b/g, 'TEXT COLLATE "C"');
