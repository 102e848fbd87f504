/** Channels as an extension of the OpenRPC document, because OpenRPC cannot describe notifications. */
import * as z from 'zod';
import type { ErrorCode } from '../../domain/codes.ts';
import type { Method } from '../rpc/method.ts';
import type { Channel } from './channels.ts';
import { type ContentDescriptor, paramDescriptors, pascal, titled } from './content-descriptors.ts';
import type { Components } from './openrpc-components.ts';
import { type JsonSchema, publishedSchema } from './published-schema.ts';

/** A channel in the extension `x-channels` of the OpenRPC document. */
export type ChannelObject = {
	readonly name: string;
	/** Form of `channel` in `subscribe`. */
	readonly pattern: string;
	readonly description: string;
	readonly scope: Method['scope'];
	/** Params of `subscribe` beside `channel` and `resume`. */
	readonly params: readonly ContentDescriptor[];
	/** `result` of a notification of type snapshot. */
	readonly snapshot: JsonSchema;
	/** `result` of a notification of type change. */
	readonly change: JsonSchema;
	/** How a client applies a change: by rows of a list, or (null) as the new whole. */
	readonly rows: Channel['rows'];
	readonly timing: string;
	/** Error codes beside those of `subscribe`. */
	readonly errors: readonly ErrorCode[];
	readonly example: Channel['example'];
};

/** Describes a channel with JSON Schemas that refer to `components` for shared records. */
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
