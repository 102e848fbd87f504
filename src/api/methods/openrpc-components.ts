/**
 * Lists the records that several methods share. The OpenRPC document describes each record once, under
 * `components.schemas`.
 */
import type * as z from 'zod';
import { agentSchema } from '../rpc/agent-record.ts';
import { alertSchema } from '../rpc/alert-record.ts';
import { closeAnswerSchema, closePreviewSchema } from '../rpc/close-record.ts';
import { exchangeAccountSchema } from '../rpc/exchange-account-record.ts';
import { exitAnswerSchema, exitInForceSchema } from '../rpc/exit-record.ts';
import { eventSchema } from '../rpc/history-record.ts';
import { lifeSchema } from '../rpc/life-record.ts';
import {
	cashSchema,
	netSchema,
	opportunityPageSchema,
	opportunitySchema,
} from '../rpc/opportunity-record.ts';
import { executionRecordSchema, executionSchema } from '../rpc/portfolio-record.ts';
import { paginationSchema, reasonsSchema } from '../rpc/record-fields.ts';
import { pairStatusSchema } from './check-pair-status.ts';
import { type JsonSchema, mapSchema, publishedSchema } from './published-schema.ts';
import { endSchema, notificationSchema } from './stream-methods.ts';

const RECORDS: Readonly<Record<string, z.ZodType>> = {
	Pagination: paginationSchema,
	Reasons: reasonsSchema,
	OpportunityNet: netSchema,
	OpportunityCash: cashSchema,
	Opportunity: opportunitySchema,
	OpportunityPage: opportunityPageSchema,
	OpportunityLife: lifeSchema,
	ExitInForce: exitInForceSchema,
	Execution: executionSchema,
	ExecutionEvent: eventSchema,
	ExecutionRecord: executionRecordSchema,
	PairStatus: pairStatusSchema,
	Alert: alertSchema,
	CloseAnswer: closeAnswerSchema,
	ClosePreview: closePreviewSchema,
	ExitAnswer: exitAnswerSchema,
	ExchangeAccount: exchangeAccountSchema,
	Agent: agentSchema,
	Notification: notificationSchema,
	SubscriptionEnd: endSchema,
};

/** The OpenRPC document's shared records, with a function that replaces them in a schema with references. */
export type Components = {
	/** Schemas by name; a schema's title is its name. */
	readonly schemas: Readonly<Record<string, JsonSchema>>;
	/** Replaces the parts of a schema that are in `schemas` with references. */
	readonly refer: (schema: JsonSchema) => JsonSchema;
};

/** Builds the shared records. A record inside another one becomes a reference. */
export function namedRecords(): Components {
	const nameOf = new Map<string, string>();
	const refer = (schema: JsonSchema) =>
		mapSchema(schema, (part) => {
			const name = nameOf.get(JSON.stringify(part));
			return name === undefined ? part : { $ref: `#/components/schemas/${name}` };
		});
	const schemas: Record<string, JsonSchema> = {};
	// In RECORDS, a nested record comes before its parent, so that the parent can refer to it.
	for (const [name, record] of Object.entries(RECORDS)) {
		const schema = refer(publishedSchema(record, 'output'));
		nameOf.set(JSON.stringify(schema), name);
		schemas[name] = { title: name, ...schema };
	}
	return { schemas, refer };
}
