/**
 * Writes messages for Slack (https://docs.slack.dev/reference/block-kit/blocks/header-block, .../section-block and
 * https://docs.slack.dev/messaging/formatting-message-text, read 2026-11-28). Headers have at most 150 characters and
 * sections 3,000. Both are plain text here, in which Slack reads no markup, so that a person can copy an id. Only the
 * text for notifications is markup, in which `&`, `<` and `>` are escaped.
 */
import { cut, type Message } from './message.ts';

/** Maximum length of a section's text, characters. */
export const SLACK_TEXT_MAX = 3_000;
/** Maximum length of a header, characters. */
export const SLACK_TITLE_MAX = 150;

/** Escapes text for Slack's markup. */
export function escapeSlack(text: string): string {
	return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

/** Returns the fields of a Slack message: blocks, and the text for notifications. */
export function slackMessage(message: Message) {
	const title = message.title.slice(0, SLACK_TITLE_MAX);
	const lines = cut({ title: '', lines: message.lines }, SLACK_TEXT_MAX);
	const { buttons } = message;
	return {
		text: escapeSlack(title),
		blocks: [
			{ type: 'header', text: plain(title) },
			...(lines.length === 0 ? [] : [{ type: 'section', text: plain(lines.join('\n')) }]),
			...(buttons === undefined
				? []
				: [
						{
							type: 'actions',
							elements: buttons.map(({ label, data, isDanger }, at) => ({
								type: 'button',
								action_id: `carrywire_${at}`,
								text: plain(label),
								value: data,
								...(isDanger === true ? { style: 'danger' } : {}),
							})),
						},
					]),
		],
		unfurl_links: false,
	};
}

function plain(text: string) {
	return { type: 'plain_text', text, emoji: false };
}
