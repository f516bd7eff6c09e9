"""Judgement of English labels in catalogues: irreversible, harmless or unclear."""

from __future__ import annotations

import re

_RULES = {
    "delete": r"(?:delete|erase|wipe|purge|expunge|shred|destroy|discard|obliterate|zap|prune|scrap)\b(?! key$| button| mode)"
    r"|(?:move|send) (?:\w+ ){0,3}to (?:the )?(?:trash|bin|rubbish|deleted|wastebasket)|trash(?: \w+)?$"
    r"|empty (?:the )?(?:trash|bin|rubbish|deleted|wastebasket|junk|spam|folder|basket|cart|recycle)"
    r"|clear (?:\w+ ){0,2}(?:data|history|cookies|cache|log|logs|database|messages|conversation|everything|downloads|account|storage)$|clear all$"
    r"|remove (?:\w+ )?(?:permanently|account|accounts|all|everything)|permanently (?:remove|delete)|drop (?:the )?(?:table|database|column|index)"
    r"|truncate|close without saving|don[’']?t save$|quit without saving|exit without saving",
    "uninstall": r"uninstall|remove (?:the )?(?:package|packages|software|application|app|program|plugin|extension|add-on|addon)s?\b",
    "format": r"format (?:the )?(?:disk|drive|volume|partition|device|card|selected)|burn(?: now| disc| the disc| image)?$|blank disc|(?:flash|update|install) (?:the )?firmware",
    "reset": r"reset (?:all|everything|to|password|your|account|access|settings|the (?:device|computer|database)|private|primary|security|contents|plug-in|defaults)\b|reset$|factory reset|restore (?:all )?(?:factory|default|from backup|backup|system)|(?:revert|roll ?back)\b",
    "block or leave": r"(?:deactivate|suspend|ban|kick|block|expel|evict|blacklist) (?!quote|type|para|by default)\w|(?:ban|block|kick|deactivate|unfriend|unfollow)$|close (?:my )?account|disable (?:this )?account"
    r"|leave (?:the )?(?:room|group|channel|chat|chatroom|space|conversation|team)|remove (?:the )?(?:user|member|contact|buddy|device|participant|admin|friend)s?\b|report (?:user|spam|content|room|post|abuse)",
    "send": r"send\b(?!er| button| queue| receipts| to$| format|ing)|reply (?:to )?all|forward(?: message| mail| email| to|$)|submit(?!ted|ting)|resend|apply now|call now|invite (?:user|people|to|friends|all)",
    "publish": r"publish(?! settings| box| on$)\b|post (?:comment|reply|message|now|to (?:group|list|facebook))|post$|tweet|share publicly|make public|go live|broadcast$|deploy|merge (?:accounts|contacts?|into|all)",
    "overwrite": r"overwrite|replace(?: all| file| existing| original| anyway| this|$)|override",
    "revoke": r"revoke|invalidate|regenerate|(?:log|sign) out (?:of )?(?:all|everywhere|other)|disable (?:encryption|two-factor|2fa)|remove access|deauthori[sz]e",
    "agree": r"confirm(?: order| payment| deletion| delete| and|$)|approve|authori[sz]e\b|grant access|vote\b|sign (?:contract|document|now)|finali[sz]e|accept (?:and|offer|order|payment)",
    "pay": r"pay\b(?!ment| stub)|make (?:a )?payment|refund(?: order| payment|$)|capture payment|process payments?$|charge (?:card|customer)",
    "buy": r"buy\b|purchase(?: now| album| this|$)|redeem",
    "order": r"(?:place|submit|complete) (?:your |my |an? |the )?order|order now|check ?out(?: now|$)|proceed to checkout",
    "book": r"book (?:now|a)\b|reserve\b",
    "subscribe": r"subscribe(?!d|r)|upgrade(?: now| plan| to|$)|renew\b|start (?:free )?trial|enroll",
    "unsubscribe": r"unsubscribe(?!d)",
    "cancel or end": r"cancel (?:\w+ )?(?:subscription|order|orders|invoice|booking|reservation|appointment|meeting|membership|account|sale|purchase|shipment)|terminate|void (?:check|transaction|invoice)|withdraw\b|decline (?:invitation|offer)|reject\b",
    "donate": r"donate|make a donation|give now",
    "transfer money": r"transfer (?:funds|money|ownership|owner|account)|send money|cash out|top up|sell\b|deposit (?:now|money)|withdraw",
    "shut down": r"shut ?down|power off|restart now|force (?:quit|stop|shutdown|close)|kill\b|hang up|halt$|end (?:call|meeting)",
}
_DANGEROUS = {meaning: re.compile(rf"(?:{rule})", re.I) for meaning, rule in _RULES.items()}
_START = re.compile(
    r"(?:(?:yes|ok|no)[,.]? |(?:click to|please|also|permanently|really|just|force|mass|bulk|batch|always|quick|safely|immediately) )+", re.I
)
SEED = re.compile(
    r"\b(?:delet|remov|eras|wip|clear|empt|trash|discard|drop|purg|expung|shred|destroy|uninstall|format|burn|reset|restor"
    r"|revert|roll|block|ban|kick|leav|quit|deactivat|suspend|disab|close|report|send|sent|repl|forward|submit|apply|post|publish|shar|merg"
    r"|overwrit|revok|regenerat|sign|confirm|approv|authori|grant|vot|accept|pay|buy|purchas|order|check ?out|book|reserv|subscri|upgrad|renew|unsubscri"
    r"|cancel|terminat|void|withdraw|reject|declin|donat|transfer|sell|deposit|shut|power|restart|reboot|forc|kill|hang|halt|end\b|invit|call|dial|flash|abort"
    r"|stop|unlink|forget|detach|eject|releas|deploy|launch|lock|charg|refund|redeem|issu|finali|archiv|spam|junk|move|install|commit|push)\w*",
    re.I,
)
_HARMLESS = re.compile(
    r"(?:do not|don.?t|never|cannot|can.?t|could ?n.?t|unable|failed|error|how|what|why|when|whether|no|not|undo|redo|show|hide|view|search|find|sort|filter"
    r"|order (?:by|history|details|number|date|id|total|status|list|items?)|preview|last|recent|number|list|date|default|cancel (?:delet|remov|send|publish|upload))\b"
    r"|.*\b(?:settings?|history|options?|preferences|log|details|policy|status|failed|error|warning|information|method|methods|date|number|name|type|list|format|by|folder|template|templates|address|successfully|settings|dialog|options|shortcut|notification|notifications|event|events|filter|filters|search|zoom|view|columns|column|layout|sidebar|panel|selection|formatting|toolbar)\.?$"
    r"|\w+(?:ed|ing|ion|ions|er|ers|ment|ments)\b|(?:the|a|an|your|this|that) ",
    re.I,
)


def judge_label(text: str) -> str | None:
    """Return what an irreversible label does, "" for a harmless label, None for an unclear one."""
    if text.endswith(("?", "!")) or text.isupper():
        return None
    start = _START.match(text)
    rest = text[start.end() :] if start else text
    if not text.endswith(".") and not re.match(r"(?:undo|redo|re)\b", text, re.I):
        for meaning, rule in _DANGEROUS.items():
            if rule.match(rest):
                return None if _names_a_thing(rest) else meaning
        if found := re.search(r" (?:and|&|or|/) (.+)$", rest):
            for meaning, rule in _DANGEROUS.items():
                if rule.match(found[1]):
                    return None if _names_a_thing(rest) else meaning
    if not SEED.search(text):
        return ""
    return "" if _HARMLESS.match(text) else None


def _names_a_thing(text: str) -> bool:
    """Check whether a label may be a title, a column or a part of a sentence."""
    return re.search(
        r"\b(?:settings?|history|options?|preferences|details|log|policy|status|error|failed|filters?|search|formatting|zoom|layout|by|automatically|on exit|after|before|when|without|default|mode|cancelled|dialog|confirmation|reason|date|button|selection)$", text, re.I
    ) is not None
