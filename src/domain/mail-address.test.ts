import { expect, test } from 'vitest';
import { isMailAddress } from './mail-address.ts';

test.each(['ann@example.com', 'a.b+c@mail.example.co.uk', "o'neil@example.com", 'x@xn--bcher-kva.example'])(
	'accepts %s',
	(address) => expect(isMailAddress(address)).toBe(true),
);

test.each([
	'',
	'ann',
	'@example.com',
	'ann@',
	'ann@localhost',
	'ann@127.0.0.1',
	'ann@example.com\r\nBcc: bob@example.com',
	'ann@example.com\n',
	'ann@example.com,bob@example.com',
	'ann@example.com bob@example.com',
	'Ann <ann@example.com>',
	'"ann"@example.com',
	'ann@bob@example.com',
	'.ann@example.com',
	'ann..b@example.com',
	'ann@-example.com',
	'änn@example.com',
	`${'a'.repeat(65)}@example.com`,
	`ann@${'a.'.repeat(130)}com`,
])('refuses %j', (address) => expect(isMailAddress(address)).toBe(false));
