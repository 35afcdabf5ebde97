//! Chinese words of everyday speech, and the keywords that say the same.

use super::say;
use crate::diag::Diagnostic;
use crate::syntax::error::Look;
use crate::syntax::error::words::words;

/// Sorted by the word.
const WORDS: [(&str, &str); 52] = [
    ("不可", "不得"),
    ("不可以", "不得"),
    ("不在", "不位于` or `不处在"),
    ("不是", "并非"),
    ("不能", "不得"),
    ("且", "并且"),
    ("且不", "并且 不是"),
    ("假如", "如果"),
    ("允许", "可以"),
    ("判胜", "获胜"),
    ("判负", "落败"),
    ("前", "向前"),
    ("前方", "向前"),
    ("前进", "步进 向前"),
    ("只能吃", "只吃"),
    ("只能走", "只走"),
    ("可走", "走吃` or `只走"),
    ("右", "向右"),
    ("右方", "向右"),
    ("后", "向后"),
    ("后方", "向后"),
    ("后退", "步进 向后"),
    ("和", "并且` between conditions, a comma in lists, `和棋` for a draw"),
    ("在", "位于` or `处在"),
    ("失败", "落败"),
    ("左", "向左"),
    ("左方", "向左"),
    ("平局", "和棋"),
    ("平手", "和棋"),
    ("应当", "必须"),
    ("当", "如果"),
    ("或", "或者"),
    ("斜", "斜向"),
    ("斜走", "步进 斜向` or `滑行 斜向"),
    ("是", "确是"),
    ("有", "某个"),
    ("横", "左右"),
    ("直", "前后"),
    ("直线", "横竖"),
    ("直行", "滑行"),
    ("胜", "获胜"),
    ("胜利", "获胜"),
    ("若", "如果"),
    ("若是", "如果"),
    ("负", "落败"),
    ("赢", "获胜"),
    ("走", "走吃` or `只走"),
    ("跳", "跳跃` or `跳吃"),
    ("输", "落败"),
    ("连走", "滑行"),
    ("除", "除了"),
    ("除非", "如果 不是"),
];

/// `如果` said as `当`, `确是` as `是`
pub(super) fn said_otherwise(look: &Look<'_>) -> Option<Diagnostic> {
    [look.fail, look.fail.wrapping_sub(1)].into_iter().filter(|&at| look.is_word(at)).find_map(|at| {
        let word = look.written(at);
        let (_, wanted) = WORDS.iter().find(|(said, _)| *said == word)?;
        // What is read well, or a name, is no slip.
        if (at < look.fail && words().knows(word)) || look.declared_by(word).is_some() {
            return None;
        }
        let title = format!("the language does not say `{word}` here");
        Some(say(look.at(at), title, format!("write `{wanted}`")))
    })
}
