/** Records that several methods answer: the document describes each once, under `components.schemas`. */
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

/** Shared records of the document with a function that refers to them. */
export type Components = {
	/** Name → schema, each with its name as title. */
	readonly schemas: Readonly<Record<string, JsonSchema>>;
	/** The same schema with references in the place of what is in `schemas`. */
	readonly refer: (schema: JsonSchema) => JsonSchema;
};

/** Makes the shared records from their schemas; a record inside another one is a reference there. */
export function namedRecords(): Components {
	const nameOf = new Map<string, string>();
	const refer = (schema: JsonSchema) =>
		mapSchema(schema, (part) => {
			const name = nameOf.get(JSON.stringify(part));
			return name === undefined ? part : { $ref: `#/components/schemas/${name}` };
		});
	const schemas: Record<string, JsonSchema> = {};
	// In order: what stands in another comes before it, and is a reference there.
	for (const [name, record] of Object.entries(RECORDS)) {
		const schema = refer(publishedSchema(record, 'output'));
		nameOf.set(JSON.stringify(schema), name);
		schemas[name] = { title: name, ...schema };
	}
	return { schemas, refer };
}
