/** Describes the channels in an extension of the OpenRPC document, because OpenRPC cannot describe notifications. */
import * as z from 'zod';
import type { ErrorCode } from '../../domain/codes.ts';
import type { Method } from '../rpc/method.ts';
import type { Channel } from './channels.ts';
import { type ContentDescriptor, paramDescriptors, pascal, titled } from './content-descriptors.ts';
import type { Components } from './openrpc-components.ts';
import { type JsonSchema, publishedSchema } from './published-schema.ts';

/** A channel in the OpenRPC document's extension `x-channels`. */
export type ChannelObject = {
	readonly name: string;
	/** Format of `channel` in `subscribe`. */
	readonly pattern: string;
	readonly description: string;
	readonly scope: Method['scope'];
	/** Params of `subscribe` in addition to `channel` and `resume`. */
	readonly params: readonly ContentDescriptor[];
	/** Schema of `result` in a notification of type snapshot. */
	readonly snapshot: JsonSchema;
	/** Schema of `result` in a notification of type change. */
	readonly change: JsonSchema;
	/** How a client applies a change: row by row, or (null) by replacing the whole result. */
	readonly rows: Channel['rows'];
	readonly timing: string;
	/** Error codes in addition to those of `subscribe`. */
	readonly errors: readonly ErrorCode[];
	readonly example: Channel['example'];
};

/** Describes a channel. Its JSON Schemas refer to `components` for shared records. */
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
