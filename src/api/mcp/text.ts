/** Messages for agents that call tools. */

/** Messages for refused tool calls and for progress. */
export const TOOL_TEXT = {
	batch: 'An MCP request body must hold one message, not a batch.',
	previewRequired: (previewId: string) =>
		`Nothing was sent, because an opening over MCP needs a preview_id. This is the preview; its preview_id is ${previewId}.`,
	progress: (method: string, seconds: number, limitSeconds: number) =>
		`${method} has been running for ${seconds} s; its time limit is ${limitSeconds} s.`,
} as const;
