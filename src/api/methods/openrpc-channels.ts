/** What can be subscribed to, as an extension of the OpenRPC document: OpenRPC itself has no word for notifications. */
import * as z from 'zod';
import type { ErrorCode } from '../../domain/codes.ts';
import type { Method } from '../rpc/method.ts';
import type { Channel } from './channels.ts';
import { type ContentDescriptor, paramDescriptors, pascal, titled } from './content-descriptors.ts';
import type { Components } from './openrpc-components.ts';
import { type JsonSchema, publishedSchema } from './published-schema.ts';

/** One channel in the OpenRPC document, under the extension for subscriptions. */
export type ChannelObject = {
	readonly name: string;
	/** As `channel` of `subscribe` names it. */
	readonly pattern: string;
	readonly description: string;
	readonly scope: Method['scope'];
	/** Members of `subscribe` beside `channel` and `resume`. */
	readonly params: readonly ContentDescriptor[];
	/** `result` of the notification, by its type. */
	readonly snapshot: JsonSchema;
	readonly change: JsonSchema;
	/** How a change is folded into what was sent before: by rows of a list, or (null) as the whole. */
	readonly rows: Channel['rows'];
	readonly timing: string;
	/** Closed codes beside those of `subscribe`. */
	readonly errors: readonly ErrorCode[];
	readonly example: Channel['example'];
};

/** Describes a channel with JSON Schemas, and refers to `components` for records that methods share. */
export function channelObject(channel: Channel, components: Components): ChannelObject {
	const { name, pattern, meaning, scope, rows, timing, errors, example } = channel;
	const title = `${pascal(name)}Channel`;
	const result = (schema: z.ZodType, of: string) =>
		titled(components.refer(publishedSchema(schema, 'output')), `${title}${of}`);
	return {
		name,
		pattern,
		description: meaning,
		scope,
		params: paramDescriptors(publishedSchema(z.strictObject(channel.params), 'input'), title),
		snapshot: result(channel.snapshot, 'Snapshot'),
		change: result(channel.change, 'Change'),
		rows,
		timing,
		errors,
		example,
	};
}
