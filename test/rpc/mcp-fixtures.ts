/**
 * Provides fixtures for the conformance suite: tools, resources and prompts with the names and results that its
 * scenarios require (described in @modelcontextprotocol/conformance 0.1.16). Our server serves them over our route,
 * in addition to our own tools.
 */
import { completable, fromJsonSchema, type McpServer, ResourceTemplate } from '@modelcontextprotocol/server';
import * as z from 'zod';

/** An image of one red pixel. */
const PNG =
	'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg==';
/** A RIFF header without samples. */
const WAV = 'UklGRiYAAABXQVZFZm10IBAAAAABAAEAQB8AAAB9AAACABAAZGF0YQIAAAA=';

const text = (said: string) => ({ type: 'text' as const, text: said });
const image = { type: 'image' as const, data: PNG, mimeType: 'image/png' };

export function addConformanceFixtures(server: McpServer): void {
	server.server.registerCapabilities({ logging: {} });
	addTools(server);
	addProgressAndLogging(server);
	addResources(server);
	addPrompts(server);
}

function addTools(server: McpServer): void {
	const tool = (name: string, content: object[]) =>
		server.registerTool(
			name,
			{ description: `Returns the answer that the scenario ${name} requires.` },
			() => ({
				content: content as never,
			}),
		);
	tool('test_simple_text', [text('This is a simple text response for testing.')]);
	tool('test_image_content', [image]);
	tool('test_audio_content', [{ type: 'audio', data: WAV, mimeType: 'audio/wav' }]);
	tool('test_embedded_resource', [
		{
			type: 'resource',
			resource: {
				uri: 'test://embedded-resource',
				mimeType: 'text/plain',
				text: 'This is an embedded resource content.',
			},
		},
	]);
	tool('test_multiple_content_types', [
		text('Multiple content types test:'),
		image,
		{
			type: 'resource',
			resource: {
				uri: 'test://mixed-content-resource',
				mimeType: 'application/json',
				text: '{"test":"data","value":123}',
			},
		},
	]);
	server.registerTool('test_error_handling', { description: 'Always fails.' }, () => {
		throw new Error('This tool intentionally returns an error for testing');
	});
	server.registerTool(
		'json_schema_2020_12_tool',
		{
			description: 'Tool with JSON Schema 2020-12 features',
			inputSchema: fromJsonSchema({
				$schema: 'https://json-schema.org/draft/2020-12/schema',
				type: 'object',
				$defs: {
					address: {
						type: 'object',
						properties: { street: { type: 'string' }, city: { type: 'string' } },
					},
				},
				properties: { name: { type: 'string' }, address: { $ref: '#/$defs/address' } },
				additionalProperties: false,
			}),
		},
		() => ({ content: [text('ok')] }),
	);
}

function addProgressAndLogging(server: McpServer): void {
	server.registerTool('test_tool_with_logging', { description: 'Says three things.' }, async (context) => {
		for (const said of ['Tool execution started', 'Tool processing data', 'Tool execution completed'])
			await context.mcpReq.log('info', said);
		return { content: [text('Said.')] };
	});
	server.registerTool('test_tool_with_progress', { description: 'Gets on.' }, async (context) => {
		const progressToken = context.mcpReq._meta?.progressToken;
		for (const progress of progressToken === undefined ? [] : [0, 50, 100])
			await context.mcpReq.notify({
				method: 'notifications/progress',
				params: { progressToken: progressToken as string, progress, total: 100 },
			});
		return { content: [text('Done.')] };
	});
}

function addResources(server: McpServer): void {
	server.registerResource(
		'static-text',
		'test://static-text',
		{ description: 'Text.', mimeType: 'text/plain' },
		(uri) => ({
			contents: [
				{
					uri: uri.href,
					mimeType: 'text/plain',
					text: 'This is the content of the static text resource.',
				},
			],
		}),
	);
	server.registerResource(
		'static-binary',
		'test://static-binary',
		{ description: 'One pixel.', mimeType: 'image/png' },
		(uri) => ({ contents: [{ uri: uri.href, mimeType: 'image/png', blob: PNG }] }),
	);
	server.registerResource(
		'template',
		new ResourceTemplate('test://template/{id}/data', { list: undefined }),
		{ description: 'Data by id.', mimeType: 'application/json' },
		(uri, { id }) => ({
			contents: [
				{
					uri: uri.href,
					mimeType: 'application/json',
					text: JSON.stringify({ id, templateTest: true, data: `Data for ID: ${String(id)}` }),
				},
			],
		}),
	);
}

function addPrompts(server: McpServer): void {
	const user = (content: object) => ({ role: 'user' as const, content: content as never });
	server.registerPrompt('test_simple_prompt', { description: 'Without arguments.' }, () => ({
		messages: [user(text('This is a simple prompt for testing.'))],
	}));
	server.registerPrompt(
		'test_prompt_with_arguments',
		{
			description: 'With two arguments.',
			argsSchema: z.object({
				arg1: completable(z.string().describe('First.'), (begun) =>
					['paris', 'park', 'party'].filter((word) => word.startsWith(begun)),
				),
				arg2: z.string().describe('Second.'),
			}),
		},
		({ arg1, arg2 }) => ({
			messages: [user(text(`Prompt with arguments: arg1='${arg1}', arg2='${arg2}'`))],
		}),
	);
	server.registerPrompt(
		'test_prompt_with_embedded_resource',
		{
			description: 'With a resource.',
			argsSchema: z.object({ resourceUri: z.string().describe('Address of the resource.') }),
		},
		({ resourceUri }) => ({
			messages: [
				user({
					type: 'resource',
					resource: {
						uri: resourceUri,
						mimeType: 'text/plain',
						text: 'Embedded resource content for testing.',
					},
				}),
				user(text('Please process the embedded resource above.')),
			],
		}),
	);
	server.registerPrompt('test_prompt_with_image', { description: 'With an image.' }, () => ({
		messages: [user(image), user(text('Please analyze the image above.'))],
	}));
}
