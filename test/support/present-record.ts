/** Updates the age of an opportunity's inputs, as a read of the opportunity list does. */
import type { Opportunity } from '../../src/domain/opportunity.ts';
import type { OpportunityRow } from '../../src/ports/opportunities.ts';

/** Returns the row's record, with the age of its inputs at the time of reading. */
export function presentRecord({ record, passedMs }: OpportunityRow): Opportunity {
	return record.ageMs === null || passedMs <= 0 ? record : { ...record, ageMs: record.ageMs + passedMs };
}
