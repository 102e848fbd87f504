/** Tests that outcomes of deliveries are recognized in their stored text. */
import { expect, test } from 'vitest';
import { DELIVERY_TEXT, deliveryWords, URL_TEXT } from './delivery-words.ts';

test.each([
	DELIVERY_TEXT.answered({ status: 404, body: '', isRedirect: false }),
	DELIVERY_TEXT.answered({ status: 500, body: 'No. Try later: soon', isRedirect: false }),
	DELIVERY_TEXT.answered({ status: 301, body: 'Moved', isRedirect: true }),
	DELIVERY_TEXT.answered({ status: 302, body: '', isRedirect: true }),
	DELIVERY_TEXT.address({ rule: URL_TEXT.https() }),
	DELIVERY_TEXT.unreachable({ host: 'hooks.example', seconds: 10 }),
	DELIVERY_TEXT.unreadable(),
	DELIVERY_TEXT.tooOld({ age: '3 h' }),
	DELIVERY_TEXT.queueFull({ count: 100 }),
	DELIVERY_TEXT.heldTooMany({ count: 50 }),
	DELIVERY_TEXT.paused(),
	DELIVERY_TEXT.mailAccepted({ code: 250 }),
	DELIVERY_TEXT.mailAccepted({ code: null }),
	DELIVERY_TEXT.mailReplied({ code: 550, reply: 'No such user (here)' }),
	DELIVERY_TEXT.mailReplied({ code: 421, reply: '' }),
	DELIVERY_TEXT.mailUnreachable({ cause: 'ECONNREFUSED' }),
	DELIVERY_TEXT.heartbeatUnreadable(),
	DELIVERY_TEXT.storeNotWritable(),
	DELIVERY_TEXT.checksStopped({ age: '12 min' }),
	DELIVERY_TEXT.noMarketData(),
])('$id is recognized in $text', (sentence) => {
	expect(deliveryWords(sentence.text)).toEqual(sentence);
});

test.each(['', 'It answered 404', 'It answered 0404.', 'The address is long.'])('%j stays text', (text) => {
	expect(deliveryWords(text)).toBe(text);
});
